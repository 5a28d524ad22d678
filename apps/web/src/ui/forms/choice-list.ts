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

interface Option {
  value: string
  label: string
}

/**
 * The options of a list, with the present choice first. An opened list begins there: Mantine would otherwise look for it after a pause, and
 * lose the mark of a user who has typed meanwhile (mantinedev/mantine#7039). `name` names a choice that is not among the options.
 */
export function chosenFirst(options: Option[], chosen: number | null, name = `#${chosen}`): Option[] {
  if (chosen === null) return options
  const value = String(chosen)
  const found = options.find((option) => option.value === value) ?? { value, label: name }
  return [found, ...options.filter((option) => option.value !== value)]
}
