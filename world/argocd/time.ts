/** RFC 3339 to the second, as metav1.Time writes it. */
export function secondsOf(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
