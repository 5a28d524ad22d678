import { Button, Group, Stack, Text } from '@mantine/core'
import { IconBuildingHospital, IconLogin2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { enterCenter } from '#web/lib/account/impersonation.ts'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { showError } from '#web/lib/browser/toast.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { useSession } from '#web/lib/session/session.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'

type Centers = Answer<'GET /api/v1/hc-staff/{id}/hc-list/'>

/** One request at a time. A refusal shows its reason and refetches the list, because the link may have ended. */
function useEnterCenter(refetch: () => unknown) {
  const [entering, setEntering] = useState<number>()
  const enter = (id: number) => {
    setEntering(id)
    enterCenter(id).catch((error) => {
      setEntering(undefined)
      showError(errorMessage(error))
      refetch()
    })
  }
  return { entering, enter }
}

function CenterList({ centers, refetch }: { centers: Centers; refetch: () => unknown }) {
  const { entering, enter } = useEnterCenter(refetch)
  if (centers.length === 0) {
    return (
      <EmptyState icon={IconBuildingHospital} hint="You do not work for a harvest center now. Ask your center or an admin." />
    )
  }
  return (
    <ul className="ruled ruled-ends" aria-label="Your harvest centers">
      {centers.map(({ id, company }) => (
        <Group component="li" key={id} justify="space-between" wrap="nowrap" mih={60} py={8}>
          <Text fw={500} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {company || `#${id}`}
          </Text>
          <Button
            variant="default"
            leftSection={<IconLogin2 size={16} stroke={1.6} />}
            loading={entering === id}
            disabled={entering !== undefined && entering !== id}
            onClick={() => enter(id)}
            aria-label={`Enter ${company || `#${id}`}`}
          >
            Enter
          </Button>
        </Group>
      ))}
    </ul>
  )
}

interface Props {
  /** Above the centers. */
  firstSteps: ReactNode
}

/** Staff enter their harvest centers here. */
export default function StaffDashboard({ firstSteps }: Props) {
  const user = useSession()?.user
  const query = useQuery({
    ...apiQuery('GET /api/v1/hc-staff/{id}/hc-list/', { params: { id: user?.id ?? 0 } }),
    enabled: user !== undefined,
  })
  return (
    <Screen title={user?.first_name ? `Welcome, ${user.first_name}` : 'Welcome'} narrow>
      <Stack gap="xl">
        {firstSteps}
        <Section
          title="Your harvest centers"
          lead="Enter a center to work for it. Your actions there are recorded under both names."
        >
          <Loaded query={query}>{(centers) => <CenterList centers={centers} refetch={() => void query.refetch()} />}</Loaded>
        </Section>
      </Stack>
    </Screen>
  )
}
