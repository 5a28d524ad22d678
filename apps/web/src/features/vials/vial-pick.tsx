import { Checkbox, Input, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { inGroups } from '@vialdesk/contract/vial-codes'
import type { ReactNode } from 'react'
import { ask } from '#web/lib/api.ts'
import { placeOfVial } from '#web/lib/vial-words.ts'
import classes from './code-list.module.css'

/** As many as are offered at once. */
const OFFERED = 100

interface Props {
  patientId: number
  type: 'added' | 'shipped'
  /** The chosen ones; undefined while it goes by number. */
  value: number[] | undefined
  onChange: (ids: number[] | undefined) => void
  error?: ReactNode
}

const words = {
  added: {
    state: 'quarantine',
    label: 'Release vials from quarantine',
    hint: (count: number) => `This patient has ${count} there. Left off, new vials are registered.`,
  },
  shipped: {
    state: 'released',
    label: 'Choose which vials',
    hint: () => 'Left off, the oldest in stock are taken.',
  },
} as const

/** Which vials an entry is about, for who wants to say: those in quarantine that it releases, or those in stock that left. */
export function VialPick({ patientId, type, value, onChange, error }: Props) {
  const { state, label, hint } = words[type]
  const query = { patient: patientId, state, limit: OFFERED }
  const { data } = useQuery(ask('GET /api/v1/vials/', { query }))
  if (!data?.count) return null
  return (
    <>
      <Switch
        label={label}
        description={hint(data.count)}
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
            {data.results.map((vial) => (
              <li key={vial.id}>
                <Checkbox
                  value={String(vial.id)}
                  label={<span className={classes.code}>{inGroups(vial.code)}</span>}
                  description={placeOfVial(vial) || undefined}
                />
              </li>
            ))}
          </ul>
          {data.count > OFFERED && (
            <Input.Description>
              The newest {OFFERED} of {data.count} are listed. <Text span>Others are found under Vials.</Text>
            </Input.Description>
          )}
        </Checkbox.Group>
      )}
    </>
  )
}
