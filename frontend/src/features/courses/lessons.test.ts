import { describe, expect, it } from 'vitest';
import { inOrder, lessonToOpen, neighbours, parseId, type LessonProgress } from './lessons';

const lessons = [1, 2, 3, 4].map((id) => ({ id, modelId: id < 3 ? 10 : 11 }));
const watched = (videoId: number, minute: number, completed = false): LessonProgress => ({
  videoId,
  completed,
  lastWatched: new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString(),
});

describe('inOrder', () => {
  it('follows the order of sections, then of lessons, whatever order they arrived in', () => {
    const sections = [
      {
        order: 2,
        videos: [
          { id: 'd', order: 2 },
          { id: 'c', order: 1 },
        ],
      },
      {
        order: 1,
        videos: [
          { id: 'a', order: 1 },
          { id: 'b', order: 2 },
        ],
      },
    ];
    expect(inOrder(sections).map((lesson) => lesson.id)).toEqual(['a', 'b', 'c', 'd']);
    expect(sections[0]?.order).toBe(2);
  });
});

describe('neighbours', () => {
  it('crosses from one section to the next', () => {
    expect(neighbours(lessons, { id: 2, modelId: 10 })).toMatchObject({
      position: 2,
      previous: { id: 1 },
      next: { id: 3 },
    });
  });

  it('has no lesson before the first and none after the last', () => {
    expect(neighbours(lessons, { id: 1, modelId: 10 }).previous).toBeUndefined();
    expect(neighbours(lessons, { id: 4, modelId: 11 }).next).toBeUndefined();
  });

  it('offers nothing for a lesson of another course', () => {
    expect(neighbours(lessons, { id: 99, modelId: 1 })).toEqual({
      position: 0,
      previous: undefined,
      next: undefined,
    });
  });
});

describe('lessonToOpen', () => {
  it('opens the lesson that the address names, finished or not', () => {
    expect(lessonToOpen(lessons, [watched(3, 5), watched(2, 1, true)], 2)?.id).toBe(2);
  });

  it('opens the first lesson of a course never watched', () => {
    expect(lessonToOpen(lessons, [], undefined)?.id).toBe(1);
  });

  it('opens the lesson watched last', () => {
    expect(lessonToOpen(lessons, [watched(3, 1), watched(2, 9)], undefined)?.id).toBe(2);
  });

  it('opens the next unfinished lesson when the last one is finished', () => {
    expect(lessonToOpen(lessons, [watched(2, 9, true), watched(3, 1, true)], undefined)?.id).toBe(
      4,
    );
  });

  it('wraps around to a skipped lesson', () => {
    const progress = [watched(2, 1, true), watched(3, 2, true), watched(4, 9, true)];
    expect(lessonToOpen(lessons, progress, undefined)?.id).toBe(1);
  });

  it('stays at the lesson watched last when all are finished', () => {
    const all = lessons.map((lesson) => watched(lesson.id, lesson.id === 3 ? 30 : lesson.id, true));
    expect(lessonToOpen(lessons, all, undefined)?.id).toBe(3);
  });

  it('ignores an id that is not in this course and progress of lessons that are gone', () => {
    expect(lessonToOpen(lessons, [watched(77, 30)], 500)?.id).toBe(1);
  });

  it('has nothing to open in a course without lessons', () => {
    expect(lessonToOpen([], [], 1)).toBeUndefined();
  });
});

describe('parseId', () => {
  it.each([
    ['12', 12],
    ['007', 7],
  ])('reads %s', (text, id) => expect(parseId(text)).toBe(id));

  it.each(['', '1e3', '-1', '1.5', ' 1', 'abc', '９', '99999999999999999999', null, undefined])(
    'refuses %s',
    (text) => {
      expect(parseId(text)).toBeUndefined();
    },
  );
});
