import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { GuestTitle } from '#web/ui/layout/guest-title.tsx'

interface Props {
  title: string
  /** One sentence about the purpose of the account. */
  lead: ReactNode
  /** As narrow as the login form. */
  narrow?: boolean
  children: ReactNode
}

/** The frame of sign-up forms: wider than the login, with a link back to the login. */
export function SignUpFrame({ title, lead, narrow, children }: Props) {
  return (
    <Stack gap="lg" data-wide={narrow ? undefined : true}>
      <GuestTitle lead={lead}>{title}</GuestTitle>
      {children}
      <Text size="sm" c="dimmed" ta="center">
        {'Already have an account? '}
        <Anchor component={Link} to="/" size="sm" underline="always">
          Login
        </Anchor>
      </Text>
    </Stack>
  )
}
