/** Of a message: nested ones repeat themselves, and what tells them apart stands at the ends. */
const [HEAD, TAIL] = [1500, 3000];

/** Both ends of a message. What is looked for in it by a form that takes more than one pass is looked for here. */
export function ends(message: string): string {
  return message.length <= HEAD + TAIL ? message : `${message.slice(0, HEAD)} … ${message.slice(-TAIL)}`;
}
