/**
 * How a domain of any size is laid out, so that it grows as a business does: users come in hundreds, each with one center,
 * ninety patients and those around them. The n-th user is `i` (from 0), its hundred is `i / 100`, its place in it `i % 100`:
 *
 * | place | who                                                                          |
 * | 0     | a harvest center                                                             |
 * | 1     | a sales rep in every 4th hundred, else staff                                 |
 * | 2     | a sales manager in every 32nd hundred, else a referral center                |
 * | 3     | a distributor in every 192nd hundred, else staff                             |
 * | 4     | a lab in every 100th hundred, else a referral center                         |
 * | 5     | the admin in the first hundred, else staff                                   |
 * | 6-9   | staff; the last of them is inactive                                          |
 * | 10-99 | patients, of a center among the last twenty                                  |
 *
 * Whoever is above someone has the smaller id, so that chunks can be inserted in order. All are expressions of SQL.
 */

/** A whole number below `below` that hangs on `of` and `salt` alone. */
export const drawn = (of: string, salt: number, below: string | number) =>
  `((hashint8extended((${of})::bigint, ${salt}) & 2147483647) % (${below}))`

/** From 0 up to, not including, 1. */
export const share = (of: string, salt: number) => `((hashint8extended((${of})::bigint, ${salt}) & 2147483647) / 2147483648.0)`

/** The first of `count` is drawn most, about one time in a hundred of a thousand, as family names are. */
export const skewed = (of: string, salt: number, count: number) => `floor(${count} * power(${share(of, salt)}, 1.5))::integer`

const inHundred = (hundred: string, place: number) => `(100 * (${hundred}) + ${place})`

export const repOf = (hundred: string) => inHundred(`(${hundred}) - (${hundred}) % 4`, 1)
export const managerOf = (hundred: string) => inHundred(`(${hundred}) - (${hundred}) % 32`, 2)
export const distributorOf = (hundred: string) => inHundred(`(${hundred}) - (${hundred}) % 192`, 3)
export const labOf = (hundred: string) => inHundred(`(${hundred}) - (${hundred}) % 100`, 4)

export const isActive = (i: string) => `((${i}) % 100 <> 9)`

/** The hundred whose center a patient belongs to. */
export const hundredOfPatient = (i: string) => `((${i}) / 100 - ${drawn(i, 11, `least((${i}) / 100, 19) + 1`)})`

/** A referral center of the hundred; null where there is none. */
export const referralCenterOf = (hundred: string) =>
  `case when (${hundred}) % 100 <> 0 then ${inHundred(hundred, 4)} when (${hundred}) % 32 <> 0 then ${inHundred(hundred, 2)} end`

/** One patient in ten was referred. */
export const isReferred = (i: string) => `(${drawn(i, 12, 10)} = 0)`

export const membershipAt = (i: string) => `case (${i}) % 100
  when 0 then 4
  when 1 then case when (${i}) / 100 % 4 = 0 then 3 else 9 end
  when 2 then case when (${i}) / 100 % 32 = 0 then 6 else 5 end
  when 3 then case when (${i}) / 100 % 192 = 0 then 8 else 9 end
  when 4 then case when (${i}) / 100 % 100 = 0 then 1 else 5 end
  when 5 then case when (${i}) / 100 = 0 then 7 else 9 end
  when 6 then 9 when 7 then 9 when 8 then 9 when 9 then 9
  else 2 end`
