interface PrintedBy {
  user: { first_name: string; last_name: string; company: string; username: string }
  behind: { username: string } | null
}

/** The user who printed; during an impersonation both users. */
export function printedByText({ user, behind }: PrintedBy): string {
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || user.company || user.username
  return behind ? `${behind.username} as ${name}` : name
}
