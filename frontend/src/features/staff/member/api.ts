// One member, as staff see and change them.
import { queryOptions } from '@tanstack/react-query';

import { api, call, type Schemas } from '@/lib/api-client';

export type Member = Schemas['StaffMemberPage'];
export type MemberCourse = Schemas['MemberCourse'];
export type MemberOrder = Schemas['MemberOrder'];

export const memberQuery = (id: number) =>
  queryOptions({
    queryKey: [`/api/staff/members/${id}`],
    queryFn: ({ signal }) =>
      call(api.GET('/api/staff/members/{id}', { params: { path: { id } }, signal })),
    // The member does things meanwhile.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

const at = (id: number) => ({ params: { path: { id } } });

export const giveAccess = (id: number, body: Schemas['StaffGrantBody']) =>
  call(api.POST('/api/staff/members/{id}/grants', { ...at(id), body }));

export const takeBack = (id: number, course: number, reason: string) =>
  call(
    api.DELETE('/api/staff/members/{id}/grants/{courseId}', {
      params: { path: { id, courseId: String(course) } },
      body: { reason },
    }),
  );

export const signOutEverywhere = (id: number, reason: string) =>
  call(api.POST('/api/staff/members/{id}/sign-out', { ...at(id), body: { reason } }));

export const sendResetMail = (id: number, reason: string) =>
  call(api.POST('/api/staff/members/{id}/reset-mail', { ...at(id), body: { reason } }));

export const sendVerifyMail = (id: number, reason: string) =>
  call(api.POST('/api/staff/members/{id}/verify-mail', { ...at(id), body: { reason } }));

export const syncDiscord = (id: number, reason: string) =>
  call(api.POST('/api/staff/members/{id}/discord-sync', { ...at(id), body: { reason } }));

export const changeAddress = (id: number, body: Schemas['StaffEmailBody']) =>
  call(api.PUT('/api/staff/members/{id}/email', { ...at(id), body }));

export const addNote = (id: number, text: string) =>
  call(api.POST('/api/staff/members/{id}/notes', { ...at(id), body: { text } }));
