import type { ReactNode } from 'react'
import { useDistributorChoices, useManagerChoices, useRepChoices } from '#web/entities/user/user-choices.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'

interface Props {
  membership: number
  label: string
  placeholder: string
  value?: number | null
  onChange?: (id: number | null) => void
  error?: ReactNode
  inPopover?: boolean
  'data-path'?: string
}

/** A person of the sales line. */
export function PersonSelect({ membership, ...rest }: Props) {
  const lists = { 3: useRepChoices(), 6: useManagerChoices(), 8: useDistributorChoices() }
  return <ChoiceSelect {...rest} {...lists[membership as keyof typeof lists]} />
}
