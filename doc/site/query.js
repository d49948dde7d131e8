// Stands in front of the search's worker, and changes the question that a reader types. A word finds this word before
// what begins with it or with its stem, and a question of one word first the name that is exactly this word: build.py
// gives the entry of the name x the tag name_x. Words that say nothing are left out. Of the answer it hides the tags.
{
  const EMPTY = new Set(["a", "an", "are", "can", "do", "for", "how", "i", "in", "is", "my", "of", "on", "the", "to",
                         "with"]);
  let variants = new Map();  // of each word of the last question
  const wordsOf = (question) => {
    const words = question.toLowerCase().split(/[^\p{L}\p{N}_.]+/u).filter((word) => word);
    const telling = words.filter((word) => !EMPTY.has(word));
    return telling.length ? telling : words;
  };
  const stemOf = (word) => word.replace(/(?:ations?|ates?|ings?|ed|es|[es])$/, "");
  const asked = (question) => {
    const words = wordsOf(question);
    variants = new Map(words.map((word) => {
      const stem = stemOf(word);
      return [word, [...(words.length === 1 ? [`name_${word}^100`] : []), `${word}^10`, word,
                     ...(stem !== word && stem.length > 3 ? [stem] : [])]];
    }));
    return [...variants.values()].flat().join(" ");
  };
  const shown = (result) => {
    const found = (word) => variants.get(word).some((variant) => result.terms[variant.replace(/\^.*/, "")]);
    const terms = Object.keys(result.terms).length
      ? Object.fromEntries([...variants.keys()].map((word) => [word, found(word)])) : {};
    return {...result, tags: undefined, terms};
  };
  const listen = self.addEventListener.bind(self);
  self.addEventListener = (kind, answer, ...options) => listen(kind, kind !== "message" ? answer : (event) =>
    answer(event.data.type === 2 ? {data: {...event.data, data: asked(event.data.data)}} : event), ...options);
  const send = self.postMessage.bind(self);
  self.postMessage = (message) => send(message?.type !== 3 ? message : {
    ...message, data: {...message.data, items: message.data.items.map((page) => page.map(shown))}});
}
