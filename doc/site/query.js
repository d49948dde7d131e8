// Stands in front of the search's worker, and changes the question that a reader types. A word finds the name that is
// exactly this word first, then this word, then what begins with it or with its stem. Words that say nothing are left
// out. build.py gives the entry of the name x the tag name_x.
{
  const EMPTY = new Set(["a", "an", "are", "can", "do", "for", "how", "i", "in", "is", "my", "of", "on", "the", "to",
                         "with"]);
  const wordsOf = (question) => {
    const words = question.toLowerCase().split(/[^\p{L}\p{N}_.]+/u).filter((word) => word);
    const telling = words.filter((word) => !EMPTY.has(word));
    return telling.length ? telling : words;
  };
  const stemOf = (word) => word.replace(/(?:ations?|ates?|ings?|ed|es|[es])$/, "");
  const asked = (question) => wordsOf(question).flatMap((word) => {
    const stem = stemOf(word);
    return [`name_${word}^100`, `${word}^10`, word, ...(stem !== word && stem.length > 3 ? [stem] : [])];
  }).join(" ");
  const listen = self.addEventListener.bind(self);
  self.addEventListener = (kind, answer, ...options) => listen(kind, kind !== "message" ? answer : (event) =>
    answer(event.data.type === 2 ? {data: {...event.data, data: asked(event.data.data)}} : event), ...options);
}
