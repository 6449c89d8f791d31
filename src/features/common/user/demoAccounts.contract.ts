/** Lists the accounts of the demo, with who they are; all have one password, which is public. */
export const demoAccounts = [
  { name: 'school', label: '学校' },
  { name: 'teacher', label: '班主任' },
  { name: 'bureau', label: '教育局' },
  { name: 'company', label: '企业' },
  { name: 'agent', label: '代理商' },
  { name: 'merchant', label: '商户' },
  { name: 'platform', label: '平台' },
  { name: 'multi', label: '多个身份' },
] as const

export const demoPassword = 'Campus2026'
