import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden",
        action="append",
        default=[],
        metavar="FILE",
        help="run the golden cases of a further file as well",
    )
