"""The rules of a Schocken tournament and of its games.

Pure Python: no Django, no clock, no files, no global random. Time and
randomness are arguments. Every rule names the document it comes from
("001 rule 7") or the decision that fills the gap ("A-3").
"""
