import { Alert, Button, Group, Text } from '@mantine/core'
import { IconMailExclamation } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'

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
