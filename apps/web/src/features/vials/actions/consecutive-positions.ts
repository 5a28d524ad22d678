/** Counts positions up from the first: `A1`, `A2`, … or `07`, `08`, … Undefined when the first does not end with a number. */
export function consecutivePositions(first: string, count: number): string[] | undefined {
  const [, start, digits] = /^(.*?)(\d{1,6})$/.exec(first.trim()) ?? []
  if (start === undefined || digits === undefined) return undefined
  return Array.from({ length: count }, (_, place) => start + String(Number(digits) + place).padStart(digits.length, '0'))
}
