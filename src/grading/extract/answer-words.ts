// How "answer" is announced in many languages: facts shared by the general and the multiple-choice rule.

/** An announcing word, the verbs that may stand between it and the answer, and whether a colon alone suffices. */
export type AnswerWord = { word: string; links: readonly string[] };

const word = (text: string, ...links: string[]): AnswerWord => ({ word: text, links });

const ENGLISH = [
  word("answer", "is", "are", "would be", "should be", "must be", "will be", "choice is", "option is"),
  word("correct option", "is", "would be"),
  word("correct choice", "is", "would be"),
  word("final result", "is"),
];

const LATIN_SCRIPT = [
  word("antwort", "ist", "lautet"),
  word("lösung", "ist", "lautet"),
  word("respuesta", "es", "correcta es", "final es"),
  word("risposta", "è", "corretta è", "finale è"),
  word("réponse", "est", "correcte est", "finale est"),
  word("resposta", "é", "correta é", "final é"),
  word("jawaban", "adalah", "yang benar adalah", "akhir adalah"),
  word("jawabannya", "adalah"),
  word("jibu", "ni", "sahihi ni"),
  word("idahun", "ni"),
  word("ìdáhùn", "ni"),
  word("idáhùn", "ni"),
  word("àdáhùn", "ni"),
  word("àṣàyàn", "ni"),
  word("àmọ̀nà"),
  word("ànúgọ"),
  word("cevap"),
  word("odpowiedź", "to"),
  word("đáp án", "là", "đúng là"),
];

const OTHER_SCRIPTS = [
  word("答案", "是", "为", "為", "选", "選", "应该是", "应该选", "选项是", "选项为"),
  word("答", "是"),
  word("答复"),
  word("答曰"),
  word("回答", "是", "は"),
  word("解答", "は"),
  word("答え", "は"),
  word("正解", "は"),
  word("故选", ""),
  word("应选", "", "择"),
  word("選択肢は", ""),
  word("정답", "은", "는"),
  word("답변", "은"),
  word("답", "은", "는"),
  word("উত্তর", "হল", "হলো", "হবে"),
  word("उत्तर", "है", "विकल्प"),
  word("الإجابة", "هي", "الصحيحة هي", "النهائية هي", "الصحيحة", "النهائية"),
  word("إجابة"),
  word("الجواب", "هو", "الصحيح هو", "النهائي هو", "النهائي", "الصحيح"),
  word("ответ"),
  word("відповідь"),
  word("คำตอบ", "คือ", "ที่ถูกต้องคือ"),
  word("תשובה", "היא"),
];

function bothForms(entry: AnswerWord): AnswerWord[] {
  const forms = [...new Set([entry.word, entry.word.normalize("NFD")])];
  const links = [...new Set(entry.links.flatMap((link) => [link, link.normalize("NFD")]))];
  return forms.map((form) => ({ word: form, links }));
}

/** Words in lower case, looked for in text whose A to Z are lower-cased. */
export const asciiAnswerWords: readonly AnswerWord[] = [
  ...ENGLISH,
  ...LATIN_SCRIPT.filter((entry) => /^[a-z ]+$/.test(entry.word)),
];

/** Words that can only stand in a text with characters beyond ASCII. */
export const otherAnswerWords: readonly AnswerWord[] = [
  ...LATIN_SCRIPT.filter((entry) => !/^[a-z ]+$/.test(entry.word)).flatMap((entry) => [
    ...bothForms(entry),
    ...bothForms({ word: (entry.word[0] as string).toUpperCase() + entry.word.slice(1), links: entry.links }),
  ]),
  ...OTHER_SCRIPTS,
];
