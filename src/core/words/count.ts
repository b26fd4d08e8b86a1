/** `1 app`, `2 apps`, `3 policies`, `12 Ingresses`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${amount === 1 ? noun : plural(noun)}`;
}

function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(s|x|ch)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
