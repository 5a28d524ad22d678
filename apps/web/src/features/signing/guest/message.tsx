import { Anchor, Button, type ButtonProps, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { type Icon, IconAlertTriangle, IconClock, IconLogout, IconRefresh } from '@tabler/icons-react'
import { SIGNING_FAILED } from '@vialdesk/contract/documents/documents'
import { type ReactNode, useEffect, useRef } from 'react'
import { logOut } from '#web/lib/account/log-out.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { ApiError, type FailureCode } from '#web/lib/errors/api-error.ts'
import { session } from '#web/lib/session/session.ts'

interface Props {
  icon: Icon
  color?: 'green' | 'red' | 'yellow' | 'gray' | 'brand'
  title: string
  children?: ReactNode
  /** Buttons. */
  actions?: ReactNode
  /** A failure is announced at once. */
  isFailure?: boolean
}

/** One message that fills the page. It takes the focus, so that screen readers read it. */
export function Message({ icon: Shown, color = 'gray', title, children, actions, isFailure }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another message.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title])
  return (
    <Stack align="center" gap={8} ta="center" py="lg" role={isFailure ? 'alert' : undefined}>
      <ThemeIcon variant="light" color={color} size={56} radius="xl" mb={8} aria-hidden>
        <Shown size={28} stroke={1.5} />
      </ThemeIcon>
      <Title order={1} ref={heading} tabIndex={-1} style={{ textWrap: 'balance' }}>
        {title}
      </Title>
      {children && (
        <Text component="div" c="dimmed" maw={440} style={{ textWrap: 'pretty' }}>
          {children}
        </Text>
      )}
      {actions && (
        <Stack gap="xs" mt="md" align="stretch" miw={220}>
          {actions}
        </Stack>
      )}
    </Stack>
  )
}

export const Problem = (props: Partial<Props>) => (
  <Message icon={IconAlertTriangle} color="red" title={SIGNING_FAILED} isFailure {...props} />
)

/** A link that can no longer be used. */
export const LinkOver = (props: Pick<Props, 'title' | 'children'>) => (
  <Message icon={IconClock} color="yellow" isFailure {...props} />
)

/** ` at help@example.org`, if the business answers mails. */
export function AtSender() {
  const { email_sender } = portal()
  if (!email_sender) return null
  return (
    <>
      {' at '}
      <Anchor inherit href={`mailto:${email_sender}`} underline="always">
        {email_sender}
      </Anchor>
    </>
  )
}

interface RetryProps extends ButtonProps {
  onClick: () => void
}

export const RetryButton = ({ children = 'Try again', ...rest }: RetryProps) => (
  <Button variant="default" leftSection={<IconRefresh size={16} />} {...rest}>
    {children}
  </Button>
)

export const hasCode = (error: Error | null | undefined, ...codes: FailureCode[]) =>
  error instanceof ApiError && codes.includes(error.code)

/** Whether the server refused a link because another person is logged in. */
export const isOfAnother = (error: Error | null) => hasCode(error, 'conflict') && session() !== undefined

/** Opens this page again without the session. The tab keeps the secret of the link. */
export const LogOutButton = () => (
  <Button leftSection={<IconLogout size={16} />} onClick={() => void logOut(location.pathname + location.search)}>
    Log out and open it again
  </Button>
)
