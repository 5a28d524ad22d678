import { NavLink, Stack } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { mayOpen, type ScreenAccess, type ScreenPath, screenAccess } from '@vialdesk/contract/access'
import { useSession } from '#web/lib/session.ts'
import { Screen } from '#web/ui/screen.tsx'

const screens = Object.entries(screenAccess) as [ScreenPath, ScreenAccess][]

/** The dashboard of a role that has none of its own: where one can go from here. */
export function StartScreen() {
  const signedIn = useSession()
  const reachable = screens.filter(([path, { menu }]) => menu && path !== '/dashboard' && mayOpen(path, signedIn?.role))
  return (
    <Screen title="Dashboard" lead={`Welcome, ${signedIn?.user.first_name || signedIn?.user.username}.`} narrow>
      <Stack gap={0} component="nav" aria-label="Where to go">
        {reachable.map(([path, { title }]) => (
          <NavLink
            key={path}
            component={Link}
            to={path}
            label={title}
            rightSection={<IconChevronRight size={16} aria-hidden />}
          />
        ))}
      </Stack>
    </Screen>
  )
}
