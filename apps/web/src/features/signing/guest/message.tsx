import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'

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
