/**
 * Inputs with a fixed result in the simulator. Cards, zips and security codes are those of Authorize.Net's sandbox, so
 * that the same tests run on both. The zips in `triggerByZip` are our own, for results that the sandbox cannot simulate.
 */

/** Brands by card number. All other numbers are refused (reason 6). */
export const testCards: Record<string, string> = {
  '4111111111111111': 'Visa',
  '4007000000027': 'Visa',
  '4012888818888': 'Visa',
  '5424000000000015': 'MasterCard',
  '370000000000002': 'AmericanExpress',
  '6011000000000012': 'Discover',
}

/** This billing zip is declined (reason 2). */
export const declineZip = '46282'

/** Result letter of the address check (AVS) by billing zip. `N` is declined (reason 27). Other zips are `Y`, a blank zip is `B`. */
export const avsByZip: Record<string, string> = {
  '46201': 'A',
  '46203': 'E',
  '46204': 'G',
  '46205': 'N',
  '46206': 'P',
  '46207': 'R',
  '46208': 'S',
  '46209': 'U',
  '46211': 'W',
  '46214': 'X',
  '46217': 'Z',
}

/** Result letter of the security code check (CVV) by the first three digits of the code. `N` is declined (reason 44). Other codes are `P`. */
export const cvvByCode: Record<string, string> = { '900': 'M', '901': 'N', '902': 'S', '903': 'U', '904': 'P' }

export type SimTrigger = 'timeout_after_charge' | 'timeout_before_charge' | 'html_502' | 'held'

/**
 * Results of a charge at the simulator, by billing zip.
 *
 * | zip   | what happens                                                                              |
 * | 46291 | the card is charged, but the answer is lost: `unknown`                                    |
 * | 46292 | the request is lost, nothing is charged: `unknown`                                        |
 * | 46293 | a proxy answers 502 with an HTML page, nothing is charged: `unknown`                      |
 * | 46294 | the charge is held for review (reason 252) until `review` decides it                         |
 *
 * A duplicate (reason 11) needs no zip: the same refId, or the same invoice, amount and card within 8 hours.
 */
export const triggerByZip: Record<string, SimTrigger> = {
  '46291': 'timeout_after_charge',
  '46292': 'timeout_before_charge',
  '46293': 'html_502',
  '46294': 'held',
}
