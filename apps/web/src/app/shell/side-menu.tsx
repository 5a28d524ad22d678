import { NavLink, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useSession } from '#web/lib/session/session.ts'
import { menuGroups } from './menu.ts'
import classes from './shell.module.css'

export function SideMenu({ onChoose }: { onChoose: () => void }) {
  const viewer = useSession()
  const here = useLocation({ select: ({ pathname }) => pathname })
  return (
    <>
      {menuGroups(viewer).map(({ name, entries }) => (
        <div key={name} className={classes.group}>
          <Text component="h2" className={classes.groupName}>
            {name}
          </Text>
          {entries.map(({ path, label, icon: Shown }) => (
            <NavLink
              key={path}
              component={Link}
              to={path}
              label={label}
              active={here === path || here.startsWith(`${path}/`)}
              aria-current={here === path ? 'page' : undefined}
              leftSection={<Shown size={18} stroke={1.6} aria-hidden />}
              onClick={onChoose}
              className={classes.entry}
            />
          ))}
        </div>
      ))}
    </>
  )
}
