/** Positions in a box follow each other: from `A1` or `07` on, so many; undefined where the first ends without a number. */
export function consecutivePositions(first: string, count: number): string[] | undefined {
  const [, start, digits] = /^(.*?)(\d{1,6})$/.exec(first.trim()) ?? []
  if (start === undefined || digits === undefined) return undefined
  return Array.from({ length: count }, (_, place) => start + String(Number(digits) + place).padStart(digits.length, '0'))
}
