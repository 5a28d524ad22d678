import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LinkOnDemand } from '#web/entities/invitation/link-on-demand.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { QrLink } from '#web/ui/text/qr-link.tsx'
import { OwnStaff } from './center-staff.tsx'

/** Each request makes a new link, so the shown link is not refetched. */
const HOUR_MS = 3_600_000

function SignUpLink({ center }: { center: number }) {
  const query = useQuery({
    ...apiQuery('GET /api/v1/hc-staff/{id}/sign-up-link/', { params: { id: center } }),
    staleTime: HOUR_MS,
  })
  return (
    <Stack gap="sm" align="flex-start">
      <Loaded query={query}>{({ link }) => <QrLink label="Staff sign-up" value={link} fileName="staff-sign-up" />}</Loaded>
      <Button variant="default" loading={query.isRefetching} onClick={() => void query.refetch()}>
        New link
      </Button>
    </Stack>
  )
}

interface Props {
  /** Sign-ups that wait until the email is confirmed. */
  waiting: ReactNode
}

/** The staff of a center and its sign-up link. Staff inside the center do not get the link. */
export function StaffViewScreen({ waiting }: Props) {
  const center = useSession()?.user.id
  const kind = useQuery(apiQuery('GET /auth/session/')).data?.kind
  if (!center) return <Navigate to="/dashboard" replace />
  return (
    <Screen title="Staff">
      <Stack gap="xl">
        {kind && kind !== 'staff' && (
          <Section
            title="Sign-up link"
            lead="The person who signs up with this link gets access to your center. Each link works for one person. Expires in 30 days."
          >
            <LinkOnDemand>
              <SignUpLink center={center} />
            </LinkOnDemand>
          </Section>
        )}
        {waiting}
        <Section title="Your staff">
          <OwnStaff center={center} />
        </Section>
      </Stack>
    </Screen>
  )
}
