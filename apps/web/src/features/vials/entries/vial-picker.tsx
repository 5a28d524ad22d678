import { Checkbox, Input, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Vial } from '@vialdesk/contract/single-vials'
import { formatVialCode } from '@vialdesk/contract/vial-codes'
import type { ReactNode } from 'react'
import classes from '#web/features/vials/code-list.module.css'
import { vialPlaceText } from '#web/features/vials/vial-text.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'

/** Maximum number of listed vials. */
const MAX_LISTED = 100

interface Props {
  patientId: number
  type: 'added' | 'shipped'
  /** The selected vials; undefined for an entry by quantity only. */
  value: number[] | undefined
  onChange: (ids: number[] | undefined) => void
  error?: ReactNode
}

const texts = {
  added: {
    state: 'quarantine',
    label: 'Release vials from quarantine',
    hint: (count: number) => `This patient has ${count} in quarantine. If off, new vials are registered.`,
  },
  shipped: {
    state: 'released',
    label: 'Choose which vials',
    hint: () => 'If off, the oldest vials are shipped',
  },
} as const

/** Optional choice of an entry's vials: from quarantine for a release, from stock for a shipment. */
export function VialPicker(props: Props) {
  const query = { patient: props.patientId, state: texts[props.type].state, limit: MAX_LISTED }
  const vials = useQuery(apiQuery('GET /api/v1/vials/', { query }))
  // A failed list must show an error: without the list the entry would silently go by quantity.
  return (
    <Loaded query={vials} skeleton={null}>
      {(list) => list.count > 0 && <PickerFields {...props} {...list} />}
    </Loaded>
  )
}

function PickerFields({ type, value, onChange, error, count, results }: Props & { count: number; results: Vial[] }) {
  const { label, hint } = texts[type]
  return (
    <>
      <Switch
        label={label}
        description={hint(count)}
        checked={value !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? [] : undefined)}
      />
      {value && (
        <Checkbox.Group
          label="Vials"
          error={error}
          data-path="vials"
          value={value.map(String)}
          onChange={(ids) => onChange(ids.map(Number))}
        >
          <ul className={classes.codes}>
            {results.map((vial) => (
              <li key={vial.id}>
                <Checkbox
                  value={String(vial.id)}
                  label={<span className={classes.code}>{formatVialCode(vial.code)}</span>}
                  description={vialPlaceText(vial) || undefined}
                />
              </li>
            ))}
          </ul>
          {count > MAX_LISTED && (
            <Input.Description>
              The newest {MAX_LISTED} of {count} are listed. <Text span>Find the others under Vials.</Text>
            </Input.Description>
          )}
        </Checkbox.Group>
      )}
    </>
  )
}
