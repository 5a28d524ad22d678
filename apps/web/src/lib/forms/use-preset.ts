import { useEffect } from 'react'
import type { Choices } from './choices.ts'

interface PresetForm<Field extends string> {
  getValues: () => Record<Field, unknown>
  preset: (values: Partial<Record<Field, number>>) => void
}

/** The choice that a form starts with: the given one if the list has it, else the only one of the list. */
export function presetOf({ choices, state }: Choices, given: number | undefined): number | undefined {
  if (state !== 'loaded') return undefined
  if (given !== undefined && choices.some(({ id }) => id === given)) return given
  return choices.length === 1 ? choices[0]?.id : undefined
}

/** Chooses what can be derived as soon as the list has loaded, once, in a blank field. The user may change it. */
export function usePreset<Field extends string>(
  form: PresetForm<NoInfer<Field>>,
  field: Field,
  choices: Choices,
  given?: number | undefined,
): void {
  const id = presetOf(choices, given)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice that the user cleared stays blank.
  useEffect(() => {
    if (id !== undefined && form.getValues()[field] === null) form.preset({ [field]: id } as Partial<Record<Field, number>>)
  }, [id])
}
