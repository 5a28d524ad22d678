/** What lists to choose from have in common. */

/** How many are offered at once; more are found by typing. */
export const OFFERED_AT_ONCE = 100

interface List {
  choices: unknown[]
  state: 'waiting' | 'there' | 'failed'
}

const words = {
  waiting: 'Loading…',
  there: 'Nothing goes by that name.',
  failed: 'The list could not be loaded. Close and open this again.',
}

/** Said where the list has nothing to offer. */
export const nothingFound = ({ choices, state }: List): string =>
  state === 'there' && choices.length === 0 ? 'There is nothing to choose from yet.' : words[state]
