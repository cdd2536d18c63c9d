// What a search compares: small letters without accents, as fold in names.py.
const LETTERS = { ß: "ss", ł: "l", ø: "o", đ: "d", ı: "i", æ: "ae", œ: "oe", ς: "σ", "’": "'" };

function fold(text) {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßłøđıæœς’]/g, (letter) => LETTERS[letter]);
}
