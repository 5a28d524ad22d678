/**
 * The layout of a domain of any size, which grows as a business does: in hundreds of users, each with one center, ninety
 * patients and their staff and sales line. User number `i` (from 0) is in hundred `i / 100` at place `i % 100`:
 *
 * | place | user                                                                         |
 * | 0     | a harvest center                                                             |
 * | 1     | a sales rep in every 4th hundred, else staff                                 |
 * | 2     | a sales manager in every 32nd hundred, else a referral center                |
 * | 3     | a distributor in every 192nd hundred, else staff                             |
 * | 4     | a lab in every 100th hundred, else a referral center                         |
 * | 5     | the admin in the first hundred, else staff                                   |
 * | 6-9   | staff; number 9 is inactive                                                  |
 * | 10-99 | patients, of one of the last twenty centers                                  |
 *
 * A superior always has a smaller id, so that chunks can be inserted in order. All functions return SQL expressions.
 */

/** A whole number below `below`, determined by `of` and `salt` only. */
export const hashBelow = (of: string, salt: number, below: string | number) =>
  `((hashint8extended((${of})::bigint, ${salt}) & 2147483647) % (${below}))`

/** A number from 0 (inclusive) to 1 (exclusive), determined by `of` and `salt` only. */
export const hashFraction = (of: string, salt: number) =>
  `((hashint8extended((${of})::bigint, ${salt}) & 2147483647) / 2147483648.0)`

/** An index below `count`; small indexes are more frequent, like common family names. Index 0 of 1000 has about 1 %. */
export const skewedIndex = (of: string, salt: number, count: number) =>
  `floor(${count} * power(${hashFraction(of, salt)}, 1.5))::integer`

const inHundred = (hundred: string, place: number) => `(100 * (${hundred}) + ${place})`

export const repOf = (hundred: string) => inHundred(`(${hundred}) - (${hundred}) % 4`, 1)
export const managerOf = (hundred: string) => inHundred(`(${hundred}) - (${hundred}) % 32`, 2)
export const distributorOf = (hundred: string) => inHundred(`(${hundred}) - (${hundred}) % 192`, 3)
export const labOf = (hundred: string) => inHundred(`(${hundred}) - (${hundred}) % 100`, 4)

export const isActive = (i: string) => `((${i}) % 100 <> 9)`

/** The hundred of a patient's center. */
export const hundredOfPatient = (i: string) => `((${i}) / 100 - ${hashBelow(i, 11, `least((${i}) / 100, 19) + 1`)})`

/** A referral center of the hundred, or null. */
export const referralCenterOf = (hundred: string) =>
  `case when (${hundred}) % 100 <> 0 then ${inHundred(hundred, 4)} when (${hundred}) % 32 <> 0 then ${inHundred(hundred, 2)} end`

/** One patient in ten was referred. */
export const isReferred = (i: string) => `(${hashBelow(i, 12, 10)} = 0)`

export const membershipAt = (i: string) => `case (${i}) % 100
  when 0 then 4
  when 1 then case when (${i}) / 100 % 4 = 0 then 3 else 9 end
  when 2 then case when (${i}) / 100 % 32 = 0 then 6 else 5 end
  when 3 then case when (${i}) / 100 % 192 = 0 then 8 else 9 end
  when 4 then case when (${i}) / 100 % 100 = 0 then 1 else 5 end
  when 5 then case when (${i}) / 100 = 0 then 7 else 9 end
  when 6 then 9 when 7 then 9 when 8 then 9 when 9 then 9
  else 2 end`
