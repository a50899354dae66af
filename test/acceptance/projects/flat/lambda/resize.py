def handler(event, context):
    return {"resized": 0}
