import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Journey } from '#web/entities/patient/journey.tsx'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import classes from './patient-dashboard.module.css'
import { headline, nextStep } from './patient-words.ts'
import { VialHistory } from './vial-history.tsx'

type Record = Answer<'GET /api/v1/dashboards/patient/'>

const newest = (patientId: number, type: 'added' | 'shipped') =>
  apiQuery('GET /api/v1/vials-history/user/{id}/', { params: { id: patientId }, query: { limit: 1, type } })

/** The dates of the last two steps come from the vial history. */
function useVialDays(patientId: number) {
  const added = useQuery(newest(patientId, 'added'))
  const shipped = useQuery(newest(patientId, 'shipped'))
  return { stored: added.data?.results[0]?.date, shippedOut: shipped.data?.results[0]?.date }
}

/** The patient's own record holds the center's contact details. */
function useCenterMail(patientId: number): string | undefined {
  const { data } = useQuery(apiQuery('GET /api/v1/users/{id}/', { params: { id: patientId } }))
  return data?.hc_desc?.[0]?.email || undefined
}

function NextStep({ record, patientId }: { record: Record; patientId: number }) {
  const mail = useCenterMail(patientId)
  const center = record.harvest_center ?? 'your harvest center'
  const { text, ask: askNow } = nextStep(record, center)
  return (
    <aside className={classes.next} aria-labelledby="next-step">
      <Title order={2} id="next-step">
        Next step
      </Title>
      <Text mt={6}>{text}</Text>
      {mail && (
        <Button
          component="a"
          href={`mailto:${mail}`}
          variant={askNow ? 'filled' : 'default'}
          mt="md"
          leftSection={<IconMail size={16} />}
        >
          Email your harvest center
        </Button>
      )}
    </aside>
  )
}

function noteOnPreparation({ vials_ready_ship: ready, vials_preparation: preparing }: Record): string {
  if (ready > 0) return `${ready} more ready to ship`
  return preparing > 0 ? 'None ready to ship yet' : 'None now'
}

function Figures({ record }: { record: Record }) {
  return (
    <StatRow>
      <Stat label="Vials available" value={record.vials_available} note="Stored for you" />
      <Stat label="Vials shipped" value={record.vials_shipped} note="Shipped so far" />
      <Stat label="Vials in preparation" value={record.vials_preparation} note={noteOnPreparation(record)} />
    </StatRow>
  )
}

function MyCells({ record, patientId, name }: { record: Record; patientId: number; name: string }) {
  const days = useVialDays(patientId)
  return (
    <Stack gap="xl">
      <div className={classes.top}>
        <header>
          <Text c="dimmed">{name ? `Hello, ${name}.` : 'Hello.'}</Text>
          <Title order={1} className={classes.headline}>
            {headline(record)}
          </Title>
        </header>
        <NextStep record={record} patientId={patientId} />
      </div>
      <Section title="Your journey">
        <Journey across record={record} days={{ joined: record.joined, ...days }} label="Your journey" />
      </Section>
      <Section title="Your vials">
        <Figures record={record} />
      </Section>
      <Section title="Vial history" lead="All vials added to storage or shipped.">
        <VialHistory patientId={patientId} />
      </Section>
    </Stack>
  )
}

const skeleton = (
  <Stack gap="xl">
    <Skeleton h={44} w="min(100%, 32rem)" />
    <Skeleton h={96} />
    <Skeleton h={360} />
  </Stack>
)

export default function PatientDashboard() {
  const user = useSession()?.user
  const query = useQuery(apiQuery('GET /api/v1/dashboards/patient/'))
  if (!user) return null
  return (
    <Loaded query={query} skeleton={skeleton}>
      {(record) => <MyCells record={record} patientId={user.id} name={user.first_name} />}
    </Loaded>
  )
}
