import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { logOut } from '#web/lib/account/log-out.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { session } from '#web/lib/session/session.ts'

/** Whether the server refused a link because another person is logged in. */
export const isOfAnother = (error: Error | null) =>
  error instanceof ApiError && error.code === 'conflict' && session() !== undefined

/** Opens this page again without the session. The tab keeps the secret of the link. */
export const LogOutButton = () => (
  <Button leftSection={<IconLogout size={16} />} onClick={() => void logOut(location.pathname + location.search)}>
    Log out and open it again
  </Button>
)
