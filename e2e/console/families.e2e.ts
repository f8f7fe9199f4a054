import { expect, test } from './staff.ts'

test('the list shows who gave access', async ({ consultant, letIn, account, family }) => {
  await family.born('2025-01-11', 'Lucía')
  const familyId = await letIn(account)
  await expect(consultant.page.getByText('Marta Soler').first()).toBeVisible()
  expect(await consultant.call('consulted_families')).toMatchObject({
    families: [{ family_id: familyId, baby_name: 'Lucía' }],
  })
})
