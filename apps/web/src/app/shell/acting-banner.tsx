import { IconUserShield } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/lib/api.ts'
import classes from './shell.module.css'

/** Cannot be missed: whose account this is, and who is really at the keys. */
export function ActingBanner() {
  const { data } = useQuery(ask('GET /auth/session/'))
  if (!data || data.kind === 'own') return null
  return (
    <div className={classes.banner} role="status">
      <IconUserShield size={18} aria-hidden />
      <span>
        You are in the account of <strong>{data.user.username}</strong>
        {data.behind && <>, as {data.behind.username}</>}. Everything you do here is recorded under both names.
      </span>
    </div>
  )
}
