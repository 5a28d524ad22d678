import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconMailExclamation, IconUserShield } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { returnToOwnAccount } from '#web/lib/account/impersonation.ts'
import { type Answer, apiMutation, apiQuery } from '#web/lib/api/api.ts'
import classes from './shell.module.css'

/** Until the user has opened a link that was mailed to the own address. A failure of the button shows the usual notice. */
export function VerifyEmailBanner() {
  const { data } = useQuery(apiQuery('GET /auth/session/'))
  const send = useMutation(apiMutation('POST /auth/send-verification/'))
  if (!data?.must_verify_email) return null
  return (
    <Alert
      className="no-print"
      role="region"
      aria-label="Your email address"
      color="yellow"
      radius={0}
      icon={<IconMailExclamation size={20} aria-hidden />}
    >
      <Group justify="space-between" gap="xs">
        <Text inherit role="status" style={{ overflowWrap: 'anywhere' }}>
          {send.data?.message ?? (
            <>
              Your email address <strong>{data.user.email}</strong> is not confirmed. Open the link that we mail to it.
            </>
          )}
        </Text>
        <Button size="compact-md" variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          Send verification email
        </Button>
      </Group>
    </Alert>
  )
}

type CurrentSession = Answer<'GET /auth/session/'>

const backLabels = { impersonation: 'Go back as Admin', staff: 'Go back to your Account', own: '' }
const nameOf = ({ user }: CurrentSession) => user.company || user.username

/** A success loads another page. A failure shows the usual notice. */
function BackButton({ kind, behind }: CurrentSession) {
  const back = useMutation({ mutationFn: returnToOwnAccount, meta: { keepsScreen: true } })
  if (!behind) return null
  return (
    <Button
      size="compact-md"
      variant="white"
      color="dark"
      className={classes.back}
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      loading={back.isPending || back.isSuccess}
      onClick={() => back.mutate(behind.id)}
    >
      {backLabels[kind]}
    </Button>
  )
}

/** Shows whose account is open, who acts in it, and the button to go back. */
export function ImpersonationBanner() {
  const { data } = useQuery(apiQuery('GET /auth/session/'))
  if (!data || data.kind === 'own') return null
  return (
    <section className={`${classes.banner} no-print`} aria-label="Acting as another user">
      <IconUserShield size={20} className={classes.bannerIcon} aria-hidden />
      <p className={classes.bannerText} role="status">
        You are logged in as <strong>{nameOf(data)}</strong>
        {data.behind && <>, as {data.behind.username}</>}.{' '}
        <span className={classes.bannerMore}>
          {data.active
            ? 'Everything you do here is recorded under both names.'
            : 'This account is inactive. You can view it but not change it.'}
        </span>
      </p>
      <BackButton {...data} />
    </section>
  )
}
