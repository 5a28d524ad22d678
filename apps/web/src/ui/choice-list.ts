/** What lists to choose from have in common. */

/** How many are offered at once; more are found by typing. */
export const OFFERED_AT_ONCE = 100

/** Said where the list has nothing to offer. */
export const nothingFound = {
  waiting: 'Loading…',
  there: 'Nothing goes by that name.',
  failed: 'The list could not be loaded. Close and open this again.',
}
