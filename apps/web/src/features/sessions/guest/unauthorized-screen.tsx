import { Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { logOut } from '#web/lib/account/log-out.ts'
import { homeLabel, homePath } from '#web/lib/session/home-path.ts'
import { useSession } from '#web/lib/session/session.ts'

export function UnauthorizedScreen() {
  const signedIn = useSession()
  return (
    <Stack align="center" gap="xs" py={96} px="md" ta="center">
      <ThemeIcon variant="light" color="gray" size={48} radius="xl" aria-hidden>
        <IconLock size={24} stroke={1.5} />
      </ThemeIcon>
      <Title order={1} mt="sm">
        This action is unauthorized
      </Title>
      <Text c="dimmed" maw={420} style={{ textWrap: 'balance' }}>
        {signedIn ? 'You don’t have access to this page. If you need it, contact an admin.' : 'Log in to continue.'}
      </Text>
      <Group mt="md" gap="xs" justify="center">
        {signedIn?.role && (
          <Button component={Link} to={homePath(signedIn)}>
            {homeLabel(signedIn)}
          </Button>
        )}
        {signedIn ? (
          <Button variant="default" onClick={() => void logOut()}>
            Log Out
          </Button>
        ) : (
          <Button component={Link} to="/">
            Login Page
          </Button>
        )}
      </Group>
    </Stack>
  )
}
