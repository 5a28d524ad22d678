/** A seeded random generator, so that seeds are the same in each run. */

export type SeededRandom = ReturnType<typeof seededRandom>

/** Mulberry32 by Tommy Ettinger (public domain), with 32 bits of state. */
export function seededRandom(seed: number) {
  let state = seed | 0
  /** From 0 (inclusive) to 1 (exclusive). */
  const number = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  /** A whole number from `least` to `most`, both inclusive. */
  const between = (least: number, most: number) => least + Math.floor(number() * (most - least + 1))
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new RangeError('Cannot pick from an empty list')
    return from[between(0, from.length - 1)] as T
  }
  /** A new list in another order. */
  const shuffled = <T>(from: readonly T[]): T[] => {
    const left = [...from]
    return from.map(() => left.splice(between(0, left.length - 1), 1)[0] as T)
  }
  /** True with the probability `share`. */
  const happens = (share: number) => number() < share
  return { number, between, happens, pick, shuffled }
}
