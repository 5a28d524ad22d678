/** The stops of the tour of the demo, one for each role. */
interface Stop {
  role: string
  /** The part of the email before @demo.example. */
  account: string
  /** Things to try in this role. */
  ideas: string
}

export const stops: Stop[] = [
  { role: 'Admin', account: 'admin', ideas: 'See the whole business: users, sales, labels. Open a user and log in as them.' },
  {
    role: 'Harvest center',
    account: 'harvestcenter',
    ideas: 'Pay a processing fee with card 4111 1111 1111 1111, then request a label.',
  },
  { role: 'Lab', account: 'lab', ideas: 'Enter the milestones of a patient, register vials and release them.' },
  { role: 'Patient', account: 'patient', ideas: 'Follow your cells, sign a document and look at your vials.' },
  { role: 'Referral center', account: 'referral', ideas: 'Pay a referral fee and follow the patients that you referred.' },
  { role: 'Staff of a center', account: 'staff', ideas: 'Enter one of your centers and work there.' },
  { role: 'Sales rep', account: 'salesrep', ideas: 'Share your sign-up link, and see your centers and commissions.' },
  { role: 'Sales manager', account: 'manager', ideas: 'See the sales of your team, and add a sales rep.' },
  { role: 'Sales distributor', account: 'distributor', ideas: 'Compare your sales managers and their teams.' },
]
