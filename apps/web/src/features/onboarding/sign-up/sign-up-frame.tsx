import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

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
      <div>
        <Title order={1} fz="1.625rem" lts="-0.02em">
          {title}
        </Title>
        <Text c="dimmed" mt={4}>
          {lead}
        </Text>
      </div>
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
