import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { CenterLogo } from './center-logo.tsx'

interface Center {
  id: number
  company: string
}

function OneOf({ centers, first }: { centers: Center[]; first: Center }) {
  const [chosen, choose] = useState(first.id)
  const query = useQuery(apiQuery('GET /api/v1/users/{id}/', { params: { id: chosen } }))
  return (
    <Section title="Logo" lead={centers.length === 1 ? first.company : 'Choose one of your centers.'}>
      <Stack gap="md">
        {centers.length > 1 && (
          <ChoiceSelect
            label="Harvest center"
            required
            choices={centers.map(({ id, company }) => ({ id, name: company }))}
            state="loaded"
            value={chosen}
            onChange={(id) => choose(id ?? first.id)}
          />
        )}
        <Loaded query={query}>{(center) => <CenterLogo key={center.id} center={center} />}</Loaded>
      </Stack>
    </Section>
  )
}

/** Staff edit the logos of their centers. */
export function StaffLogos({ staff }: { staff: number }) {
  const query = useQuery(apiQuery('GET /api/v1/hc-staff/{id}/hc-list/', { params: { id: staff } }))
  return <Loaded query={query}>{(centers) => (centers[0] ? <OneOf centers={centers} first={centers[0]} /> : null)}</Loaded>
}
