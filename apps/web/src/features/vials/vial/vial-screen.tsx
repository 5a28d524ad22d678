import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayOpenScreen } from '@vialdesk/contract/screens'
import type { VialTrace } from '@vialdesk/contract/single-vials'
import { formatVialCode, parseVialCode } from '@vialdesk/contract/vial-codes'
import { VialButtons } from '#web/features/vials/actions/vial-buttons.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { isNotFound } from '#web/lib/errors/api-error.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import classes from './vial-details.module.css'
import { VialDetails } from './vial-details.tsx'
import { VialNotFound } from './vial-not-found.tsx'

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

function FoundVial({ code }: { code: string }) {
  const role = useSession()?.role
  const query = useQuery(apiQuery('GET /api/v1/vials/find/{code}/', { params: { code } }))
  usePageTitle(`Vial ${formatVialCode(code)}`)
  const mayOpenList = mayOpenScreen('/vials', role)
  if (isNotFound(query.error)) return <VialNotFound text={formatVialCode(code)} />
  return (
    <Screen
      title="Vial"
      {...(mayOpenList && { breadcrumbs: [{ label: 'Vials', to: '/vials' }] })}
      actions={mayOpenList && query.data && <Actions vial={query.data} />}
    >
      <Loaded query={query} skeleton={skeleton}>
        {(vial) => <VialDetails vial={vial} />}
      </Loaded>
    </Screen>
  )
}

/** One vial, opened by scanning or typing the code on its label. */
export function VialScreen({ code: text }: { code: string }) {
  const code = parseVialCode(text)
  return code === undefined ? <VialNotFound text={text} /> : <FoundVial key={code} code={code} />
}
