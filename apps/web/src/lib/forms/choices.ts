/** Lists to choose from, in the shape that `ChoiceSelect` takes. */
export interface Choice {
  id: number
  name: string
}
export interface Choices {
  choices: Choice[]
  state: 'loading' | 'loaded' | 'failed'
}

/** Milliseconds for which a list is fresh. */
export const CHOICES_STALE_TIME = 60_000

/** How many matches a search for choices offers. */
export const SEARCH_LIMIT = 20

export const choicesOf = ({ data, isError }: { data: Choice[] | undefined; isError: boolean }): Choices => ({
  choices: data ?? [],
  state: data ? 'loaded' : isError ? 'failed' : 'loading',
})

/** The name of a chosen id; `#id` until it is known. */
export const nameOfChoice = ({ choices }: Choices, id: number | undefined): string =>
  choices.find((choice) => choice.id === id)?.name || `#${id}`
