import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface Props {
  title: ReactNode
  /** Breadcrumbs, without the screen itself. */
  breadcrumbs?: { label: string; to: string }[]
  /** One sentence under the title. */
  lead?: ReactNode
  /** The primary action and other buttons. */
  actions?: ReactNode
  /** For forms and texts. Tables take the full width. */
  narrow?: boolean
  children: ReactNode
}

/** The frame of every screen: breadcrumbs, title, actions and content. */
export function Screen({ title, breadcrumbs, lead, actions, narrow, children }: Props) {
  return (
    <Stack gap="lg" {...(narrow && { maw: '44rem' })}>
      <header>
        {breadcrumbs && (
          <Breadcrumbs separatorMargin={6} mb={6} component="nav" aria-label="Breadcrumb">
            {breadcrumbs.map(({ label, to }) => (
              <Anchor key={to} component={Link} to={to} size="sm" c="dimmed">
                {label}
              </Anchor>
            ))}
          </Breadcrumbs>
        )}
        <Group justify="space-between" align="center" gap="sm" mih={36}>
          <Title order={1} textWrap="balance">
            {title}
          </Title>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {lead && (
          <Text c="dimmed" mt={4} maw={680}>
            {lead}
          </Text>
        )}
      </header>
      {children}
    </Stack>
  )
}
