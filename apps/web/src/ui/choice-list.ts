/** What lists to choose from have in common. */

/** How many are offered at once; more are found by typing. */
export const OFFERED_AT_ONCE = 100

interface List {
  choices: unknown[]
  state: 'waiting' | 'there' | 'failed'
}

const words = {
  waiting: 'Loading…',
  there: 'No results',
  failed: 'The list could not be loaded. Close it and open it again.',
}

/** Said where the list has nothing to offer. */
export const nothingFound = ({ choices, state }: List): string =>
  state === 'there' && choices.length === 0 ? 'No options yet' : words[state]
