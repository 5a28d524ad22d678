import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'

/** Shown instead of the form when the sign-up link is invalid. */
export function InvalidLink({ message }: { message: string }) {
  return (
    <FailedScreen
      title="This link cannot be used"
      message={message}
      action={
        <Button component={Link} to="/" variant="default" mt="sm">
          Login Page
        </Button>
      }
    />
  )
}
