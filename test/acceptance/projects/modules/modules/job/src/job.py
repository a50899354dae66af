def handler(event, context):
    return {"settled": 0}
