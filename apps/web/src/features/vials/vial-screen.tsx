import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayOpen } from '@vialdesk/contract/screens'
import type { VialTrace } from '@vialdesk/contract/traced-vials'
import { codeIn, inGroups } from '@vialdesk/contract/vial-codes'
import { ask } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Refusal } from '#web/lib/refusal.ts'
import { useSession } from '#web/lib/session.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { NoSuchVial } from './no-such-vial.tsx'
import classes from './vial-body.module.css'
import { VialBody } from './vial-body.tsx'
import { VialButtons } from './vial-buttons.tsx'

const skeleton = (
  <Stack gap="xl">
    <Skeleton h={180} />
    <Skeleton h={160} />
  </Stack>
)

function Actions({ vial }: { vial: VialTrace }) {
  return (
    <Group gap="xs" className={`no-print ${classes.actions}`}>
      <Button
        component={Link}
        to={`/trace/${vial.patient.id}`}
        variant="default"
        leftSection={<IconRoute size={16} stroke={1.6} />}
      >
        Trace report
      </Button>
      <VialButtons vials={[vial]} onDone={() => undefined} />
    </Group>
  )
}

const isNotFound = (error: Error | null) => error instanceof Refusal && error.code === 'not_found'

function FoundVial({ code }: { code: string }) {
  const role = useSession()?.role
  const query = useQuery(ask('GET /api/v1/vials/find/{code}/', { params: { code } }))
  usePageTitle(`Vial ${inGroups(code)}`)
  const works = mayOpen('/vials', role)
  if (isNotFound(query.error)) return <NoSuchVial text={inGroups(code)} />
  return (
    <Screen
      title="Vial"
      {...(works && { trail: [{ label: 'Vials', to: '/vials' }] })}
      actions={works && query.data && <Actions vial={query.data} />}
    >
      <Loaded query={query} skeleton={skeleton}>
        {(vial) => <VialBody vial={vial} />}
      </Loaded>
    </Screen>
  )
}

/** One vial, opened by scanning or typing the code on its label. */
export function VialScreen({ code: text }: { code: string }) {
  const code = codeIn(text)
  return code === undefined ? <NoSuchVial text={text} /> : <FoundVial key={code} code={code} />
}
