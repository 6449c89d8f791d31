/** Says what each type of group is for (GRP_TYPE), to whoever fills one before the part that uses it is there. */
export const groupUses: Record<string, string> = {
  '1': '用来给一群人发通知：开通消息后，选这个组就发给组里每个人。现在可以先把人分好。',
  '2': '用来管进出和考勤：接入门禁、考勤设备后，整组人用同一套规则。现在可以先把人分好。',
}
