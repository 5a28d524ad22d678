/** How many options a list shows at once. Typing finds the others. */
export const MAX_OPTIONS = 100

interface List {
  choices: unknown[]
  state: 'loading' | 'loaded' | 'failed'
}

const texts = {
  loading: 'Loading…',
  loaded: 'No results',
  failed: 'The list could not be loaded. Close this and try again.',
}

/** The text of a list without options. */
export const emptyListText = ({ choices, state }: List): string =>
  state === 'loaded' && choices.length === 0 ? 'Nothing to choose from yet' : texts[state]
