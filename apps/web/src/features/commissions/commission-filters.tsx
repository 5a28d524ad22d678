import { useDistributorChoices, useManagerChoices, useRepChoices } from '#web/entities/user/user-choices.ts'
import { asId, asMonth } from '#web/lib/url/search-params.ts'
import { ChoiceSelect, type ChoiceSelectProps } from '#web/ui/forms/choice-select.tsx'
import { selectFilter } from '#web/ui/table/filters/select-filter.tsx'
import { earnerOf, earners, lastMonths, monthText } from './commission-text.ts'

/** The months whose statements and ranks can be chosen. */
const MONTHS = 36

const roleOptions = earners.map(({ membership, many }) => ({ value: membership as number, label: many }))

interface RoleOptions {
  all: string
  width: number
  chip?: 'one' | 'many'
  resets?: string
}

/** Filters by a role of the sales line. */
export const roleFilter = ({ chip = 'one', ...field }: RoleOptions) =>
  selectFilter('membership', {
    ...field,
    label: 'Role',
    read: asId,
    useOptions: () => roleOptions,
    chip: ({ value }) => `Role: ${earnerOf(value)[chip]}`,
  })

export const monthFilter = (all: string) =>
  selectFilter('month', {
    label: 'Month',
    all,
    width: 150,
    read: asMonth,
    useOptions: () => lastMonths(MONTHS).map((month) => ({ value: month, label: monthText(month) })),
    chip: ({ value }) => `Month: ${monthText(value)}`,
  })

/** A person of the sales line. */
export function PersonSelect({ membership, ...rest }: Omit<ChoiceSelectProps, 'choices' | 'state'> & { membership: number }) {
  const lists = { 3: useRepChoices(), 6: useManagerChoices(), 8: useDistributorChoices() }
  return <ChoiceSelect {...rest} {...lists[membership as keyof typeof lists]} />
}
