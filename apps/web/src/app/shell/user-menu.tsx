import { Avatar, UnstyledButton } from '@mantine/core'
import { logoPath } from '@vialdesk/contract/logo-path'
import { useSession } from '#web/lib/session/session.ts'
import { useDropdown } from '#web/ui/dialogs/use-dropdown.ts'
import classes from './shell.module.css'

const loadDropdown = () => import('./user-menu-dropdown.tsx').then(({ UserMenuDropdown }) => UserMenuDropdown)

export function UserMenu() {
  const user = useSession()?.user
  const { button, Dropdown, dropdown } = useDropdown('menu', loadDropdown)
  if (!user) return null
  const name = `${user.first_name} ${user.last_name}`.trim() || user.username
  return (
    <>
      <UnstyledButton {...button} className={classes.user} aria-label={`Account of ${name}`}>
        <Avatar
          src={user.hc_logo && logoPath(user.hc_logo)}
          name={name}
          alt=""
          color="brand"
          size={32}
          radius="xl"
          aria-hidden
          styles={user.hc_logo ? { image: { objectFit: 'contain', background: '#fff', padding: 5 } } : {}}
        />
      </UnstyledButton>
      {Dropdown && <Dropdown {...dropdown} name={name} email={user.email} />}
    </>
  )
}
