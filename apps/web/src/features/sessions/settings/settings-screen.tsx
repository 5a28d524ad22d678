import { Alert, Button, Stack } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { OwnerOnlyNotice } from './owner-only-notice.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'

interface Props {
  /** Choice of messages that are also sent by email. */
  choices: ReactNode
}

const NoticeChoicesSection = ({ choices }: Props) => (
  <Section title="Notifications" lead="Choose which notifications you also get by email.">
    {choices}
  </Section>
)

function OwnSettings({ due, choices }: Props & { due: boolean }) {
  // Keeps new recovery codes on screen until the user has saved them.
  const [codesShown, setCodesShown] = useState(false)
  const twoStepOnly = due || codesShown
  return (
    <Stack gap={40}>
      {due && (
        <Alert color="blue" icon={<IconShieldLock size={20} />} title="Set up two-step sign-in">
          {portal().domain.name} requires two-step sign-in for your role. Set it up to continue; it takes a minute.
        </Alert>
      )}
      {!twoStepOnly && (
        <Section
          title="Password"
          lead="Changing your password logs you out on your other devices."
          action={
            <Button component={Link} to="/password" variant="default">
              Change Password
            </Button>
          }
        >
          {null}
        </Section>
      )}
      <TwoStepSection due={due} onCodes={setCodesShown} />
      {!twoStepOnly && <SessionsSection />}
      {!twoStepOnly && <NoticeChoicesSection choices={choices} />}
    </Stack>
  )
}

/** Only the owner changes login settings. */
function ImpersonationSettings({ session, choices }: Props & { session: Answer<'GET /auth/session/'> }) {
  if (session.two_step_due)
    return <Alert color="blue">Go back to your own account and set up two-step sign-in there to continue.</Alert>
  return (
    <Stack gap={40}>
      <OwnerOnlyNotice user={session.user} />
      <NoticeChoicesSection choices={choices} />
    </Stack>
  )
}

/** Settings of the own account. */
export function SettingsScreen({ choices }: Props) {
  const session = useQuery(apiQuery('GET /auth/session/'))
  return (
    <Screen title="Settings" narrow>
      <Loaded query={session}>
        {(data) =>
          data.kind === 'own' ? (
            <OwnSettings due={data.two_step_due} choices={choices} />
          ) : (
            <ImpersonationSettings session={data} choices={choices} />
          )
        }
      </Loaded>
    </Screen>
  )
}
