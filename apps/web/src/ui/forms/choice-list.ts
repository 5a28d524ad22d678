/** How many options a list shows at once. Typing finds the others. */
export const MAX_OPTIONS = 100

interface List {
  choices: unknown[]
  state: 'waiting' | 'there' | 'failed'
}

const texts = {
  waiting: 'Loading…',
  there: 'No results',
  failed: 'The list could not be loaded. Close this and try again.',
}

/** The text of a list without options. */
export const emptyListText = ({ choices, state }: List): string =>
  state === 'there' && choices.length === 0 ? 'Nothing to choose from yet' : texts[state]
